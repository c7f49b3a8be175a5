// Hears of the browser's buttons before the router does, which listens from its first screen on: a form may hold them back.
export const backButton: { held?: ((event: PopStateEvent) => void) | undefined } = {};

addEventListener('popstate', (event) => backButton.held?.(event));
