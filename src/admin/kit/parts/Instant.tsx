// A single time in the company's time zone, which the title names.
import { formatInstant, zoneNote } from '../format.ts';

export function Instant({ at }: { at: string }) {
  return (
    <time dateTime={at} title={zoneNote()}>
      {formatInstant(at)}
    </time>
  );
}
