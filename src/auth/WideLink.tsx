// The one way on from an account screen, as wide as its form.
import { say } from '../words/say.ts';
import { dashboardPath } from './navigation.ts';

export function WideLink({ href, children }: { href: string; children: string }) {
  return (
    <div className="form-stack">
      <a className="btn primary wide tall" href={href}>
        {children}
      </a>
    </div>
  );
}

export const DashboardLink = () => <WideLink href={dashboardPath}>{say`Go to the dashboard`}</WideLink>;
