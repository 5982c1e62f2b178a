//! stub
use super::view::View;
use crate::Names;
use crate::svg::Drawing;
/// stub
pub(super) fn draw(view: &View, names: &Names) -> Drawing {
    Drawing::plain("Buttons", &super::picture::picture(view, names))
}
