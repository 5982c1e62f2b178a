//! Holidays: the calls under `/v1/me/holidays`.

use actix_web::{HttpResponse, delete, get, post};
use chrono::NaiveDate;
use common::clock::rfc3339;
use common::ids::HolidayId;
use play::holidays::{self, Holiday};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::caller::SignedIn;
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::problem::Result;
use crate::http::{At, DateTime, Routes, State};

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(list_holidays)
        .service(create_holiday)
        .service(delete_holiday);
}

/// A holiday to be taken. The days are those of your time zone; both are included.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HolidayInput)]
pub struct HolidayBody {
    /// The first day; left out, it begins at once.
    #[schema(examples("2026-07-01"))]
    from: Option<NaiveDate>,
    /// The last day.
    #[schema(examples("2026-07-14"))]
    until: NaiveDate,
}

/// A holiday.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Holiday)]
pub struct HolidayResource {
    /// Its id.
    id: String,
    /// The first day.
    from: NaiveDate,
    /// The last day.
    until: NaiveDate,
    /// From when on your clocks stand still.
    begins_at: DateTime,
    /// When they go on.
    ends_at: DateTime,
}

impl From<Holiday> for HolidayResource {
    fn from(holiday: Holiday) -> HolidayResource {
        HolidayResource {
            id: holiday.id,
            from: holiday.first_day,
            until: holiday.last_day,
            begins_at: rfc3339(holiday.begins_at),
            ends_at: rfc3339(holiday.ends_at),
        }
    }
}

/// Your holidays.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HolidayList)]
pub struct HolidaysResource {
    /// Those that are not over.
    holidays: Vec<HolidayResource>,
    /// How many days you have in a year.
    days_per_year: u16,
    /// How many of them are left this year.
    days_left: u16,
}

policy!(list_holidays: Scope(Account));
/// List your holidays
///
/// Returns your holidays that are not over, and how many days of the year you have left. Your
/// clocks do not run during a holiday, in games whose pace allows that.
#[utoipa::path(
    tag = "time",
    responses((status = 200, description = "The holidays.", body = HolidaysResource))
)]
#[get("/v1/me/holidays")]
pub(crate) async fn list_holidays(
    app: State,
    SignedIn(caller): SignedIn,
) -> Result<Json<HolidaysResource>> {
    let found = holidays::list(&app, &caller).await?;
    Ok(Json(HolidaysResource {
        holidays: found.holidays.into_iter().map(Into::into).collect(),
        days_per_year: found.allowance,
        days_left: found.left,
    }))
}

policy!(create_holiday: Scope(Account), key = Together);
/// Take a holiday
///
/// Stops your clocks for these days, in games whose pace allows it. Your opponents in those games
/// see the holiday, and each of them gets one mail.
#[utoipa::path(
    tag = "time",
    responses(
        (status = 201, description = "The holiday.", body = HolidayResource),
        (status = 409, description = "holiday-not-allowed", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    )
)]
#[post("/v1/me/holidays")]
pub(crate) async fn create_holiday(
    app: State,
    SignedIn(caller): SignedIn,
    Json(body): Json<HolidayBody>,
) -> Result<HttpResponse> {
    let holiday = holidays::take(&app, &caller, body.from, body.until).await?;
    Ok(HttpResponse::Created().json(HolidayResource::from(holiday)))
}

policy!(delete_holiday: Scope(Account));
/// Cancel a holiday, or end it now
///
/// Cancels a holiday that has not begun, or ends one that has. Days that have begun still count as
/// taken.
#[utoipa::path(
    tag = "time",
    params(("holiday" = String, Path, description = "The holiday's id.")),
    responses((status = 204, description = "It is over, or will not be."))
)]
#[delete("/v1/me/holidays/{holiday}")]
pub(crate) async fn delete_holiday(
    app: State,
    SignedIn(caller): SignedIn,
    id: At<HolidayId>,
) -> Result<HttpResponse> {
    holidays::end(&app, &caller, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}
