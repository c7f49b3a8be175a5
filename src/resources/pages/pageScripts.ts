// The scripts of prerendered pages, each built by itself: they load nothing of the console.
export const pageScripts = {
  tools: 'src/publicEntry/tools.ts',
  sharedScenario: 'src/publicEntry/sharedScenario.ts',
} as const;
export type PageScript = keyof typeof pageScripts;
