/**
 * react-admin fills the record cache from lists, whose rows lack what only the single record carries: a thread's
 * messages, a distribution's classes. This keeps the two apart, so that no page starts from a partial record.
 */
export const wholeRecord = { meta: { whole: true } };
