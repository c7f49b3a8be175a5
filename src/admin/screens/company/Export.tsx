// Takes the company with you.
import { say } from '#src/words/say.ts';
import { administrators } from '#src/resources/kit/access.ts';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Denied } from '#src/admin/kit/parts/states.tsx';
import { useRole } from '#src/admin/session/useMe.ts';
import { ExportCards } from './ExportCards.tsx';
import styles from './company.module.css';

export default function Export() {
  if (!administrators.includes(useRole())) return <Denied what={say`the export`} />;
  return (
    <>
      <PageHead
        title={say`Export`}
        about={say`The company is yours: take all of it, at any time. Each export is in the audit trail.`}
      />
      <div className={`stack ${styles.settings}`}>
        <ExportCards />
      </div>
    </>
  );
}
