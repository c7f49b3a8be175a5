// A diagram of where a certificate came from and what became of it: boxes in order of time, joined by curves, each a
// link. From left to right; on phones from top to bottom. To a screen reader it is a list in the same order, and every box
// says what it came from.
import { say } from '#src/words/say.ts';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { certificates } from '#src/resources/certificates.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import type { CertificatePage } from '#src/contract/recordPages.ts';
import type { Chain, ChainLink, ChainNode } from '#src/contract/securityPages.ts';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatDay, formatShares } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { rem } from '#src/admin/kit/parts/textScale.ts';
import { useIsPhone } from '#src/admin/kit/parts/useMediaQuery.ts';
import { showPath } from '#src/admin/paths.ts';
import { useMoreBeside } from '#src/admin/kit/parts/useMoreBeside.ts';
import { placeChain } from './chainLayout.ts';
import type { Placed } from './chainLayout.ts';
import styles from './CertificateChain.module.css';

/** A box and the gaps around it, in pixels at the usual text size. */
const wide = { width: 184, height: 92, across: 32, between: 14 };
// Names and days may take two lines.
const narrow = { width: 154, height: 122, across: 30, between: 12 };
/** Chain ends that are not securities. */
const ISSUED = '@issued';
const END = '@end';

export function CertificateChain({ record }: { record: CertificatePage }) {
  const isPhone = useIsPhone();
  const box = useRef<HTMLDivElement>(null);
  const { more, look, stop } = useMoreBeside(box);
  const { chain } = record;
  const links = [...chain.links.map(({ from, to }) => ({ from, to })), ...ends(record, chain.links)];
  const placed = placeChain(record.id, links);
  const size = isPhone ? narrow : wide;
  const spot = new Map(placed.map((each) => [each.id, pixels(each, size, isPhone)]));
  const extent = {
    width: Math.max(...[...spot.values()].map(({ x }) => x)) + size.width,
    height: Math.max(...[...spot.values()].map(({ y }) => y)) + size.height,
  };
  const inOrder = placed.toSorted((a, b) => a.step - b.step || a.at - b.at);
  return (
    <Card title={say`History of this security`} about={say`Each box is a certificate or an event.`}>
      <div className={styles.chainFrame} data-more={more}>
        <div
          className={styles.chainBox}
          ref={box}
          onScroll={look}
          {...stop}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a box of the picture, not a section of the page.
          role="region"
          aria-label={say`Chain of the certificate`}
        >
          <div className={styles.chainPicture} style={{ width: rem(extent.width), height: rem(extent.height) }}>
            <svg viewBox={`0 0 ${extent.width} ${extent.height}`} aria-hidden="true">
              {links.map(({ from, to }) => (
                <path key={`${from} ${to}`} d={curve(spot.get(from)!, spot.get(to)!, size, isPhone)} />
              ))}
            </svg>
            <ol className={styles.family}>
              {inOrder.map(({ id }) => (
                <li
                  key={id}
                  style={{
                    left: rem(spot.get(id)!.x),
                    top: rem(spot.get(id)!.y),
                    width: rem(size.width),
                    height: rem(size.height),
                  }}
                >
                  <Box id={id} record={record} chain={chain} />
                </li>
              ))}
            </ol>
          </div>
        </div>
      </div>
      {chain.is_cut && (
        <p className="small mut">{say`The chain continues. Open the outermost certificates to see more of it.`}</p>
      )}
    </Card>
  );
}

/** Adds the issue before it if nothing else is known, and today or its end after it if nothing replaced it. */
function ends({ id }: CertificatePage, links: readonly ChainLink[]) {
  return [
    ...(links.some(({ to }) => to === id) ? [] : [{ from: ISSUED, to: id }]),
    ...(links.some(({ from }) => from === id) ? [] : [{ from: id, to: END }]),
  ];
}

interface Spot {
  x: number;
  y: number;
}

function pixels({ step, at }: Placed, size: typeof wide, isPhone: boolean): Spot {
  return isPhone
    ? { x: at * (size.width + size.between), y: step * (size.height + size.across) }
    : { x: step * (size.width + size.across), y: at * (size.height + size.between) };
}

/** From the end of the first box to the start of the second, with an arrowhead. */
function curve(from: Spot, to: Spot, { width, height }: typeof wide, isPhone: boolean): string {
  if (isPhone) {
    const [x1, y1, x2, y2] = [from.x + width / 2, from.y + height, to.x + width / 2, to.y - 2];
    const middle = (y1 + y2) / 2;
    return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}m-4 -5l4 5l4 -5`;
  }
  const [x1, y1, x2, y2] = [from.x + width, from.y + height / 2, to.x - 2, to.y + height / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}m-5 -4l5 4l-5 4`;
}

function Box({ id, record, chain }: { id: string; record: CertificatePage; chain: Chain }) {
  if (id === ISSUED)
    return (
      <div className={`${styles.box} ${styles.event}`}>
        <b>{say`Issued`}</b>
        <span>{formatDay(record.issue_date)}</span>
        <span>{countShares(record.quantity)}</span>
      </div>
    );
  if (id === END) return <End record={record} />;
  const node = chain.nodes.find((each) => each.id === id)!;
  const isThis = id === record.id;
  const content = (
    <>
      <b>{isThis ? say`${node.number}, this one` : node.number}</b>
      <span>{quantityOf(node)}</span>
      <span>{node.shareholder}</span>
      <span>{statusOf(node)}</span>
      <span className="vh">{relation(id, chain)}</span>
    </>
  );
  return isThis ? (
    <div className={`${styles.box} ${styles.current}`} aria-current="true">
      {content}
    </div>
  ) : (
    <Link className={styles.box} to={showPath(node.resource, node.id)} title={statusOf(node)}>
      {content}
    </Link>
  );
}

const others: Record<string, string> = { grants: say`Grant`, convertibles: say`Convertible`, warrants: say`Warrant` };

function quantityOf({ quantity, resource }: ChainNode): string {
  if (quantity === null) return others[resource] ?? '';
  if (resource === 'certificates') return countShares(quantity);
  return `${others[resource] ?? say`Security`}, ${formatShares(quantity)}`;
}

function statusOf({ resource, status, ended_on, date }: ChainNode): string {
  if (status === 'active') return resource === 'certificates' ? say`Active` : formatDay(date);
  const word = resource === 'certificates' ? wordOf(certificates.fields.status, status) : wordOf(null, status);
  return ended_on ? `${word} ${formatDay(ended_on)}` : word;
}

function relation(id: string, { nodes, links }: Chain): string {
  const from = links.filter(({ to }) => to === id);
  const names = from.map((link) => nodes.find((each) => each.id === link.from)?.number).filter(Boolean);
  if (names.length === 0) return '';
  const listed = names.join(', ');
  return from.some(({ is_balance }) => is_balance) ? say`balance of ${listed}` : say`from ${listed}`;
}

function End({ record }: { record: CertificatePage }) {
  const { ended } = record;
  const isUpcoming = record.status === 'upcoming';
  if (record.status === 'active' || isUpcoming || !ended)
    return (
      <div className={`${styles.box} ${styles.event}`}>
        <b>
          {record.status === 'active' || isUpcoming ? say`Today` : wordOf(certificates.fields.status, record.status)}
        </b>
        {!isUpcoming && <span>{countShares(record.quantity)}</span>}
        <span>{isUpcoming ? say`Not issued yet` : say`Current`}</span>
      </div>
    );
  return (
    <div className={`${styles.box} ${styles.event}`}>
      <b>{wordOf(certificates.fields.status, record.status)}</b>
      <span>{formatDay(ended.date)}</span>
      {ended.quantity !== null && <span>{countShares(ended.quantity)}</span>}
    </div>
  );
}
