//! Enums whose values have names.

/// Writes and reads the values of an enum by its constant `ALL` and its method `name`. Implements `Display` and `FromStr`, and
/// declares the error type, which quotes the text and lists the names.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// pub enum Theme { Light, Dark }
///
/// impl Theme {
///     const ALL: [Theme; 2] = [Theme::Light, Theme::Dark];
///
///     fn name(self) -> &'static str {
///         if self == Theme::Light { "light" } else { "dark" }
///     }
/// }
///
/// emergo::named!(Theme, UnknownTheme, "theme");
///
/// assert_eq!("Dark".parse(), Ok(Theme::Dark));
/// let error = "blue".parse::<Theme>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown theme 'blue': expected one of light, dark");
/// ```
#[macro_export]
macro_rules! named {
    ($enum:ident, $error:ident, $what:literal) => {
        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        #[doc = concat!("The text is not the name of a value of [`", stringify!($enum), "`].")]
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $error($crate::notation::Excerpt);

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
                    .ok_or_else(|| $error($crate::notation::Excerpt::of(text)))
            }
        }
    };
}

pub(crate) use named;
