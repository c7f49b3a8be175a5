// An address under /app that nothing answers.
import { Link } from 'react-router-dom';
import { Blank } from '../admin/parts/states.tsx';
import { usePageTitle } from '../admin/parts/PageHead.tsx';
import { dashboardPath } from '../admin/paths.ts';

export function ConsoleNotFound() {
  usePageTitle('Not found');
  return (
    <div className="center">
      <Blank
        level={1}
        icon="search"
        title="Nothing is here"
        actions={
          <Link className="btn" to={dashboardPath}>
            Go to dashboard
          </Link>
        }
      >
        The page does not exist, or the record is not yours to see. Check the address.
      </Blank>
    </div>
  );
}
