// Moves the server's errors, named after the request's fields, to the form's inputs, some of which have other names.

/** `terms.maturity_date` belongs to the input `maturity_date` if there is one; `inputOf` maps other names. */
export function atInputs(
  errors: Record<string, string> | undefined,
  asked: Readonly<Record<string, unknown>>,
  inputOf?: (name: string) => string | undefined,
): Record<string, string> | undefined {
  if (!errors) return undefined;
  const named = (name: string) => {
    const last = name.split('.').at(-1)!;
    return inputOf?.(name) ?? (last in asked ? last : name);
  };
  return Object.fromEntries(Object.entries(errors).map(([name, message]) => [named(name), message]));
}
