// The names of the share classes, and their colours.
import { useGetList } from 'react-admin';
import type { ShareClass } from '#src/resources/shareClasses.ts';
import { classColours } from '../shared/classColours.ts';

/** Out: the name and the colour of a class by its id. */
export function useClasses(): { nameOf: (id: string) => string; colourOf: (id: string) => string } {
  const { data: classes = [] } = useGetList<ShareClass>('share-classes', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'name', order: 'ASC' },
  });
  return {
    nameOf: (id) => String(classes.find((one) => one.id === id)?.name ?? '…'),
    colourOf: classColours(classes.map(({ id }) => ({ share_class_id: String(id) }))),
  };
}
