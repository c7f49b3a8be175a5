// Which people of a file are listed: those that change, then new ones with a name that is near a known one, then the others.
import type { PersonRead } from './personRead.ts';
import type { Reading } from '../reading.ts';

const PEOPLE_LISTED = 1000;

export function publishedPeople(people: readonly PersonRead[]): Pick<Reading, 'people' | 'people_counts'> {
  const of = (state: PersonRead['state']) => people.filter((each) => each.state === state);
  const [changed, newcomers, same] = [of('changed'), of('new'), of('same')];
  const near = (each: PersonRead) => (each.near.length > 0 ? 0 : 1);
  return {
    people: [...changed, ...newcomers.toSorted((a, b) => near(a) - near(b))].slice(0, PEOPLE_LISTED),
    people_counts: { new: newcomers.length, changed: changed.length, same: same.length },
  };
}
