// The one error that people are meant to read: a stable code for programs, a sentence for the person.

type AppErrorOptions = { status?: number; fields?: Record<string, string>; cause?: unknown };

/** `code` never changes once published; `detail` is shown as it is; `fields` names the input each message belongs under. */
export class AppError extends Error {
  readonly code: string;
  readonly detail: string;
  readonly status: number | undefined;
  readonly fields: Record<string, string> | undefined;

  constructor(code: string, detail: string, options: AppErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = detail;
    this.status = options.status;
    this.fields = options.fields;
  }
}
