//! placeholder
/// placeholder
pub fn default_data_dir() -> std::path::PathBuf {
    "/var/lib/turnpike".into()
}
