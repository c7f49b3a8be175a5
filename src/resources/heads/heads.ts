// What the console needs of a resource before one of its screens opens, and what the screens of others need of it: its names, its
// place in the menu, its address and who may do what. The build writes the result into the bundle (scripts/leanResources.ts), so
// that the declarations are not in it: hence only plain data.
import { resources } from '../index.ts';
import type { Resource } from '../kit/defineResource.ts';
import type { Fields } from '../kit/fields.ts';

export interface ResourceHead extends Pick<
  Resource,
  | 'name'
  | 'path'
  | 'label'
  | 'singular'
  | 'title'
  | 'icon'
  | 'menu'
  | 'usedBy'
  | 'isFew'
  | 'createLabel'
  | 'forHolders'
  | 'access'
> {
  hasList: boolean;
  hasForm: boolean;
  /** The fields shown under the name where one is searched by name. */
  distinguishedBy?: Fields;
}

export const heads: readonly ResourceHead[] = resources.map(
  ({
    name,
    path,
    label,
    singular,
    title,
    icon,
    menu,
    usedBy,
    isFew,
    createLabel,
    forHolders,
    access,
    list,
    form,
    fields,
    distinguishedBy,
  }) => ({
    name,
    path,
    label,
    singular,
    title,
    icon,
    menu,
    ...(usedBy && { usedBy }),
    ...(isFew && { isFew }),
    ...(createLabel !== undefined && { createLabel }),
    forHolders,
    access,
    hasList: list.length > 0,
    hasForm: form.length > 0,
    ...(distinguishedBy && {
      distinguishedBy: Object.fromEntries(distinguishedBy.map((each) => [each, withoutTexts(fields[each]!)])),
    }),
  }),
);

/** Forms and headings have them, from the declaration. */
function withoutTexts({ help: _help, definition: _definition, ...field }: Fields[string]) {
  return field;
}
