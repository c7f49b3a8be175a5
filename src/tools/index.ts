// The public calculators, by address.
import { antiDilutionTool } from './antiDilutionTool.ts';
import { roundTool } from './roundTool.ts';
import { safeTool } from './safeTool.ts';
import type { Tool } from './tool.ts';
import { waterfallTool } from './waterfallTool.ts';

export const tools: readonly Tool[] = [safeTool, roundTool, waterfallTool, antiDilutionTool];
