//! The operator's settings for the site: its name, its logo, and links such as the imprint. Pages
//! and mails show them.
//!
//! A process serves one site, so `serve` sets them once, before the first page and mail.

use std::borrow::Cow;
use std::sync::OnceLock;

/// The settings for the site.
#[derive(Clone, Debug)]
pub struct Site {
    /// The name of the site.
    pub name: Cow<'static, str>,
    /// The address of the logo.
    pub logo: Option<String>,
    /// The address of the imprint.
    pub imprint: Option<String>,
    /// The address of the terms of use.
    pub terms: Option<String>,
    /// The address of the privacy policy.
    pub privacy: Option<String>,
    /// An address at which players reach the operator.
    pub contact: Option<String>,
}

impl Site {
    /// Returns the text and the address of each link that the operator has set.
    pub fn links(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let links = [
            ("site-imprint", &self.imprint),
            ("site-terms", &self.terms),
            ("site-privacy", &self.privacy),
            ("site-contact", &self.contact),
        ];
        let set = links.into_iter();
        set.filter_map(|(text, url)| Some((text, url.as_deref()?)))
    }

    /// Returns scheme and host of the logo, for the content security policy.
    pub fn logo_origin(&self) -> Option<&str> {
        let logo = self.logo.as_deref()?;
        let (scheme, rest) = logo.split_once("://")?;
        let host = rest.split(['/', '?', '#']).next()?;
        logo.get(..scheme.len() + "://".len() + host.len())
    }
}

static DEFAULT: Site = Site {
    name: Cow::Borrowed("Turnpike"),
    logo: None,
    imprint: None,
    terms: None,
    privacy: None,
    contact: None,
};

static SITE: OnceLock<Site> = OnceLock::new();

/// Sets the settings for the site. Only the first call has an effect.
pub fn set(site: Site) {
    SITE.get_or_init(|| site);
}

/// Returns the settings for the site; the default ones before [`set`].
pub fn site() -> &'static Site {
    SITE.get().unwrap_or(&DEFAULT)
}
