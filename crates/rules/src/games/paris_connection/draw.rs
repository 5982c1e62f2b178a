//! The picture (stub).
use super::view::View;
use crate::Names;
use crate::svg::Drawing;
pub(super) fn draw(view: &View, names: &Names) -> Drawing {
    Drawing::plain("Paris Connection", &super::picture::picture(view, names))
}
