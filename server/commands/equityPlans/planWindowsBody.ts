// How long a holder who left may exercise, as a plan's page has it and sends it back.
import { z } from 'zod';
import { SOURCES } from '#src/contract/exerciseWindows.ts';
import { eachOnce, windowBody } from '#src/resources/issuances/windows.ts';

/** What is the usual window there was said by nobody, and stays unsaid. */
export const planWindowsBody = eachOnce(windowBody.extend({ source: z.enum(SOURCES).optional() }));
