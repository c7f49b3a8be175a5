// One bar divided by share class. Wide parts carry their label; the legend below names the rest.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { classColours } from './classColours.ts';
import { formatShares } from '#src/admin/kit/format.ts';
import { shownPercents } from '#src/admin/kit/percents.ts';
import type { CapTableClass } from '../capTable/capTableAnswer.ts';

export function OwnershipBar({ classes }: { classes: CapTableClass[] }) {
  const percents = shownPercents(classes.map(({ counted }) => counted));
  const colourOf = classColours(classes);
  const parts = classes.map((row, index) => ({
    ...row,
    shown: percents[index] ?? figures('0.00'),
    colour: colourOf(row.share_class_id),
  }));
  const held = parts.filter(({ percent }) => Number(percent) > 0);
  return (
    <figure>
      <div
        className="ownership-bar"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made of boxes
        role="img"
        aria-label={held.map(({ name, shown }) => `${name} ${shown}%`).join('; ') || say`No shares are outstanding`}
      >
        {held.map(({ share_class_id, name, outstanding, percent, shown, colour }) => (
          <span
            key={share_class_id}
            className="mark"
            // Floats only draw: the figures beside them are exact.
            style={{ flexGrow: Number(percent), background: colour }}
            title={`${name}: ${formatShares(outstanding)} (${shown}%)`}
          />
        ))}
      </div>
      <ul className="legend">
        {parts.map(({ share_class_id, name, shown, colour }) => (
          <li key={share_class_id}>
            <span className="swatch mark" style={{ color: colour }} />
            {name}
            <b className="tn">{shown}%</b>
          </li>
        ))}
      </ul>
    </figure>
  );
}
