// A holder's confirmation or dispute of a holding: the holder is asked, the company sees the answer.
import { actorName } from '#src/admin/kit/actorName.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { lazy, useId } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Acknowledgements } from '#src/contract/securityPages.ts';
import { formatCompanyDay } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { LazyPart } from '#src/admin/kit/parts/LazyPart.tsx';
import { showPath } from '#src/admin/paths.ts';
import { lawfulVerbs } from '#src/resources/kit/verb.ts';
import { verbsOf } from '#src/resources/verbs/index.ts';
import { useMe, useRole } from '#src/admin/session/useMe.ts';
import { useOpenVerb } from '#src/admin/kit/verbs/useOpenVerb.ts';
import styles from './Acknowledgement.module.css';

const VerbDialog = lazy(async () => ({ default: (await import('#src/admin/kit/verbs/VerbDialog.tsx')).VerbDialog }));

/** A holding, with what its holder answered where its page carries it. */
type Holding = { id: string } & Partial<Acknowledgements>;
type Acknowledged = NonNullable<Acknowledgements['acknowledgement']>;

interface Props {
  resource: Resource;
  record: Holding;
}

export function Acknowledgement(props: Props) {
  return isHolder(useRole()) ? <Asked {...props} /> : <Told record={props.record} />;
}

/** Empty if the holder has not answered. */
function Told({ record }: { record: Holding }) {
  const current = record.acknowledgement ?? null;
  if (!current) return null;
  const day = formatCompanyDay(current.at);
  return current.state === 'agreed' ? (
    <Panel tone="success" title={say`Holder agreed on ${day}`}>
      {sayAround`${current.by} says that this record is right.`}
    </Panel>
  ) : (
    <Panel tone="warning" title={say`Disputed on ${day}`} buttons={<ToThread current={current} />}>
      {current.by}: {current.reason}
    </Panel>
  );
}

function Asked({ resource, record }: Props) {
  const role = useRole();
  const { user } = useMe();
  const current = record.acknowledgement ?? null;
  const verbs = lawfulVerbs(verbsOf(resource.name), record, role).filter(
    ({ name }) => name === 'agree' || name === 'dispute',
  );
  const [verb, setVerb] = useOpenVerb(resource, record, verbs);
  if (!current && verbs.length === 0) return null;
  const button = (name: string, label?: string) => {
    const lawful = verbs.find((each) => each.name === name);
    return (
      lawful && (
        <button
          type="button"
          className={name === 'agree' && !current ? 'btn primary' : 'btn'}
          onClick={() => setVerb(lawful)}
        >
          {label ?? String(lawful.label)}
        </button>
      )
    );
  };
  return (
    <>
      {!current ? (
        <Panel
          {...question(record, user.client_display_name)}
          buttons={
            <>
              {button('dispute')}
              {button('agree')}
            </>
          }
        />
      ) : current.state === 'agreed' ? (
        <Panel
          tone="success"
          title={say`${actorName(current.by)} agreed on ${formatCompanyDay(current.at)}`}
          buttons={button('dispute')}
        >
          {say`Nothing has been recorded about it since.`}
        </Panel>
      ) : (
        <Panel
          tone="warning"
          title={say`${actorName(current.by)} said on ${formatCompanyDay(current.at)} that something is wrong`}
          buttons={
            <>
              <ToThread current={current} />
              {button('agree', say`This is now right`)}
            </>
          }
        >
          {current.reason ?? say`The company was notified and will reply.`}
        </Panel>
      )}
      {verb && (
        <LazyPart what={say`The dialog`} onClose={() => setVerb(null)}>
          <VerbDialog resource={resource} record={record} verb={verb} onClose={() => setVerb(null)} />
        </LazyPart>
      )}
    </>
  );
}

/** The first question, or a repeated one with its reason. */
function question(record: Holding, company: string): { title: string; children: string } {
  const last = record.acknowledgements?.[0];
  const day = last && formatCompanyDay(last.at);
  if (last?.state === 'agreed')
    return {
      title: say`Is this still right?`,
      children: say`${actorName(last.actor)} agreed on ${day}. Something has been recorded since.`,
    };
  if (last?.state === 'settled')
    return {
      title: say`Is this now right?`,
      children: say`${company} closed the conversation about what was wrong on ${day}.`,
    };
  return {
    title: say`Is this right?`,
    children: say`Compare it with your own documents. ${company} will see your answer.`,
  };
}

const ToThread = ({ current }: { current: Acknowledged }) =>
  current.thread_id && (
    <Link className="btn" to={showPath('messages', current.thread_id)}>
      {say`Open the conversation`}
    </Link>
  );

interface PanelProps {
  title: string;
  tone?: 'success' | 'warning';
  buttons?: ReactNode;
  children: ReactNode;
}

function Panel({ title, tone, buttons, children }: PanelProps) {
  const id = useId();
  return (
    <section className={`card ${styles.ask}`} aria-labelledby={id}>
      {tone && (
        <span className={`${styles.ico} ${tone}`}>
          <Icon name={tone === 'success' ? 'check' : 'alert'} />
        </span>
      )}
      <div>
        <h2 id={id}>{title}</h2>
        <p>{children}</p>
      </div>
      {buttons && <div className="acts">{buttons}</div>}
    </section>
  );
}
