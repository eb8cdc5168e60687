#include <libpq-fe.h>

// Swift imports no macro that is a character constant; each constant here stands for one of them.

enum {
  cpostgres_severity = PG_DIAG_SEVERITY_NONLOCALIZED,
  cpostgres_sqlstate = PG_DIAG_SQLSTATE,
  cpostgres_primary = PG_DIAG_MESSAGE_PRIMARY,
  cpostgres_constraint = PG_DIAG_CONSTRAINT_NAME,
};
