// The console's font comes when its code is there: asked for with the page, it took the code's time on a slow line. Until then
// the frame that index.html paints is in the system's font (frame.css).
void document.fonts.load('1em "Inter Variable"');
