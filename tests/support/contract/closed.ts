// A JSON schema in which nothing may stand that it does not name. The server's answers are read by programs that must allow
// more; a fake may not have more.
export interface JsonSchema {
  [keyword: string]: unknown;
  $ref?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  prefixItems?: JsonSchema[];
  $defs?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
}

/** The schema, closed; `isPart`: the properties of its sisters in an allOf are allowed beside its own. */
export function closed(schema: JsonSchema, isPart = false): JsonSchema {
  if (typeof schema !== 'object') return schema;
  const { properties, items, allOf, anyOf, oneOf, prefixItems, $defs, additionalProperties } = schema;
  const each = (schemas: JsonSchema[]) => schemas.map((one) => closed(one, isPart));
  const named = (schemas: Record<string, JsonSchema>) =>
    Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, closed(one)]));
  return {
    ...schema,
    ...(properties ? { properties: named(properties) } : {}),
    ...(items ? { items: closed(items) } : {}),
    ...(anyOf ? { anyOf: each(anyOf) } : {}),
    ...(oneOf ? { oneOf: each(oneOf) } : {}),
    ...(prefixItems ? { prefixItems: prefixItems.map((one) => closed(one)) } : {}),
    ...($defs ? { $defs: named($defs) } : {}),
    ...(allOf ? { allOf: allOf.map((one) => closed(one, true)) } : {}),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: closed(additionalProperties) } : {}),
    ...(properties && additionalProperties === undefined && !isPart && !allOf ? { additionalProperties: false } : {}),
    ...((allOf || schema.$ref) && !isPart ? { unevaluatedProperties: false } : {}),
  };
}
