// How much a search over everything takes and answers: characters that are typed, and records that are found.
export const searchLimits = { least: 2, longest: 200, found: 8, most: 50 } as const;
