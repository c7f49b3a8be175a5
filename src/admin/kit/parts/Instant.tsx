// An hour that stands alone: the company's, with its time zone in the title.
import { formatInstant, zoneNote } from '../format.ts';

export function Instant({ at }: { at: string }) {
  return (
    <time dateTime={at} title={zoneNote()}>
      {formatInstant(at)}
    </time>
  );
}
