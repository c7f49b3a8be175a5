/**
 * react-admin fills the record cache from lists, whose rows lack what only the single record carries: a thread's
 * messages, a distribution's classes. This keeps the two apart, so that a detail page or a form never starts from half.
 */
export const wholeRecord = { meta: { whole: true } };
