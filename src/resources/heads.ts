// What the console's frame needs of each resource before one of its screens opens: its names, its place in the menu, its address
// and who may do what. The build writes the result into the bundle (scripts/headsOnly.ts), so that the declarations are not in it.
import { resources } from './index.ts';
import type { Resource } from './kit/defineResource.ts';

export interface ResourceHead extends Pick<
  Resource,
  'name' | 'path' | 'label' | 'icon' | 'menu' | 'forHolders' | 'access'
> {
  hasList: boolean;
  hasForm: boolean;
  hasCreate: boolean;
}

export const heads: readonly ResourceHead[] = resources.map(
  ({ name, path, label, icon, menu, forHolders, access, list, form, createLabel }) => ({
    name,
    path,
    label,
    icon,
    menu,
    forHolders,
    access,
    hasList: list.length > 0,
    hasForm: form.length > 0,
    hasCreate: createLabel !== undefined,
  }),
);
