// The panel of a sign-in screen, in the middle of its page.
import type { ReactNode } from 'react';

export const Panel = ({ children }: { children: ReactNode }) => (
  <main className="auth" id="main">
    <section className="panel">{children}</section>
  </main>
);
