// The addresses of the public calculators, for the server and the pages.
export const toolPages = ['/tools/safe', '/tools/round', '/tools/waterfall', '/tools/anti-dilution'] as const;
export type ToolPath = (typeof toolPages)[number];

/** The file that the build writes for an address. */
export const fileOfTool = (path: ToolPath): string => `${path.slice(1).replace('/', '-')}.html`;
