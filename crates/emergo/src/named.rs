//! Enums whose values have names.

/// Writes and reads the values of an enum by its `ALL` and `name`. An error has the message.
macro_rules! named {
    ($enum:ident, $error:ident, $message:literal) => {
        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        #[doc = concat!("The text is not the name of a value of [`", stringify!($enum), "`].")]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub struct $error;

        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($message)
            }
        }

        impl std::error::Error for $error {}

        impl std::str::FromStr for $enum {
            type Err = $error;

            /// Reads a name in either letter case.
            fn from_str(text: &str) -> Result<$enum, $error> {
                let mut all = $enum::ALL.into_iter();
                all.find(|value| value.name().eq_ignore_ascii_case(text)).ok_or($error)
            }
        }
    };
}

pub(crate) use named;
