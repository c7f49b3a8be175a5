// A public calculator as the build writes it: the form with its example and the results, which also show without JavaScript.
import { say } from '../words/say.ts';
import { sayAround } from '../words/sayAround.ts';
import { enteredOf } from '../tools/entered.ts';
import { formMarkup, resultMarkup } from '../tools/form.ts';
import { tools } from '../tools/index.ts';
import type { Tool } from '../tools/tool.ts';
import { PublicShell } from './PublicShell.tsx';

export function ToolPage({ tool }: { tool: Tool }) {
  const form = formMarkup(tool, tool.example).text;
  const results = resultMarkup(tool.results(enteredOf(tool, tool.example))).text;
  return (
    <PublicShell>
      <main className="wrap tool" id="main" tabIndex={-1}>
        <nav className="tool-nav" aria-label={say`Calculators`}>
          {tools.map(({ path, title }) => (
            <a key={path} href={path} aria-current={path === tool.path ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <h1>{tool.title}</h1>
        <p className="lead">{tool.lead}</p>
        <div className="tool-columns">
          <div>
            <form id="tool-form" noValidate dangerouslySetInnerHTML={{ __html: form }} />
            <p className="tool-about small quiet">
              {sayAround`No account is needed, and nothing that you type is sent. ${(
                <a id="tool-link" href={tool.path}>
                  {say`This link`}
                </a>
              )} keeps the figures: copy it to share them. ${(
                <button type="button" className="link-button" id="tool-reset">
                  {say`Back to the example`}
                </button>
              )}`}
            </p>
          </div>
          <section aria-label={say`Results`}>
            <div id="tool-results" dangerouslySetInnerHTML={{ __html: results }} />
            <p className="tool-about small quiet">
              {say`Figures are exact until they are rounded once, at the end. The rule R1: each price is rounded to four places, shares are rounded down, the pool is rounded up, and money that buys no whole share is shown. This is arithmetic, not legal or tax advice.`}
            </p>
          </section>
        </div>
      </main>
    </PublicShell>
  );
}
