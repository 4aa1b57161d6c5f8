//! Enums whose values have names.

/// Writes and reads the values of an enum by its `ALL` and `name`. The error quotes the text and lists the names.
macro_rules! named {
    ($enum:ident, $error:ident, $what:literal) => {
        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        #[doc = concat!("The text is not the name of a value of [`", stringify!($enum), "`].")]
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $error($crate::excerpt::Excerpt);

        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let names = $enum::ALL.map($enum::name).join(", ");
                write!(f, concat!("unknown ", $what, " {}: expected one of {}"), self.0, names)
            }
        }

        impl std::error::Error for $error {}

        impl std::str::FromStr for $enum {
            type Err = $error;

            /// Reads a name in either letter case.
            fn from_str(text: &str) -> Result<$enum, $error> {
                let mut all = $enum::ALL.into_iter();
                all.find(|value| value.name().eq_ignore_ascii_case(text))
                    .ok_or_else(|| $error($crate::excerpt::Excerpt::of(text)))
            }
        }
    };
}

pub(crate) use named;
