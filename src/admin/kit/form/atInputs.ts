// The server names what was sent; a form asks some of it under other names.

/** `terms.maturity_date` belongs to the input `maturity_date` where there is one; `inputOf` says what has another name. */
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
