// Beside a form: what recording the entry would do, as the person types.
import { say } from '#src/words/say.ts';
import type { ReactNode } from 'react';

/** `title` is its heading and its accessible name: "If you issue this". */
export function PreviewCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card prev" aria-live="polite" aria-label={title}>
      <div className="sect">
        <h2>{title}</h2>
        <p className="small mut">{say`Live preview. Nothing is recorded yet.`}</p>
      </div>
      {children}
    </section>
  );
}
