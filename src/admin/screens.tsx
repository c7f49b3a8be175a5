// The screens that are more than their declaration, bound by name and fetched when they are opened.
import type { ScreenSet } from './resourceScreens.tsx';

export const bespokeScreens: Record<string, ScreenSet | undefined> = {};
