//! Enums whose values have names.

/// Declares an enum whose values have names: with the constants `ALL` and `NAMES`, the method `name`, `Display`, `FromStr`,
/// and the error type, which quotes the text and lists the names. The enum must be `Copy`. With `serde` in front, as in
/// `serde UnknownTheme, "theme";`, the derived traits of serde use the names too, and read the exact name only.
///
/// ```
/// emergo::named! {
///     UnknownTheme, "theme";
///     /// The colours of a page.
///     #[derive(Clone, Copy, PartialEq, Debug)]
///     pub enum Theme {
///         /// Dark on light.
///         Light = "light",
///         /// Light on dark.
///         Dark = "dark",
///     }
/// }
///
/// assert_eq!("Dark".parse(), Ok(Theme::Dark));
/// assert_eq!(Theme::NAMES, "light|dark");
/// let error = "blue".parse::<Theme>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown theme 'blue': expected one of light, dark");
/// ```
#[macro_export]
macro_rules! named {
    (serde $error:ident, $what:tt;
     $(#[$meta:meta])*
     pub enum $enum:ident { $($(#[$about:meta])* $value:ident = $name:tt,)* }) => {
        $crate::named! {
            $error, $what;
            $(#[$meta])*
            pub enum $enum { $($(#[$about])* #[serde(rename = $name)] $value = $name,)* }
        }
    };
    ($error:ident, $what:literal;
     $(#[$meta:meta])*
     pub enum $enum:ident { $($(#[$about:meta])* $value:ident = $name:literal,)* }) => {
        $(#[$meta])*
        pub enum $enum {
            $($(#[$about])* #[doc = concat!("\n\nWritten `", $name, "`.")] $value,)*
        }

        impl $enum {
            /// All values in their order.
            pub const ALL: [$enum; [$($name),*].len()] = [$($enum::$value),*];

            /// All names with `|` between them.
            pub const NAMES: &str = concat!($("|", $name),*).split_at(1).1;

            /// The name in texts.
            pub const fn name(self) -> &'static str {
                match self {
                    $($enum::$value => $name),*
                }
            }
        }

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
