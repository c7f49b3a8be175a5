// The console's font loads after its code: loaded with the page, it delayed the code on a slow connection. Until then
// the frame that index.html paints is in the system's font (frame.css).
import { say } from './words/say.ts';

void document.fonts.load(say`1em "Inter Variable"`);
