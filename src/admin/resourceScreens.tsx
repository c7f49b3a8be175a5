// Declaration -> screens: a <Resource> for every declared resource, generic unless a screen of its own is bound in
// screens.tsx. Lists, records and forms are fetched when they are first opened, with their declaration; the lists ahead of it.
import type { LoadScreen, ScreenSet } from './screenSet.ts';
import { Resource } from 'react-admin';
import type { ResourceProps } from 'react-admin';
import { Route } from 'react-router-dom';
import { heads } from '../resources/heads/heads.ts';
import type { ResourceHead } from '../resources/heads/heads.ts';
import { loadResource } from '../resources/heads/loadResource.ts';
import { screenAhead } from './screenAhead.tsx';
import { bespokeScreens } from './screens.tsx';

/** The code of every list. The server preloads it beside the console when the first screen is a list. */
export const listCode = () => import('./kit/list/ResourceList.tsx');

const generic = {
  list: () => listCode().then((module) => ({ default: module.ResourceList })),
  show: () => import('./kit/show/ResourceShow.tsx').then((module) => ({ default: module.ResourceShow })),
  create: () => import('./kit/form/ResourceForm.tsx').then((module) => ({ default: module.ResourceCreate })),
  edit: () => import('./kit/form/ResourceForm.tsx').then((module) => ({ default: module.ResourceEdit })),
} satisfies ScreenSet;

function screensOf({ name, hasForm, createLabel }: ResourceHead): ScreenSet {
  return {
    list: generic.list,
    show: generic.show,
    ...(hasForm && createLabel !== undefined && { create: generic.create }),
    ...(hasForm && { edit: generic.edit }),
    ...bespokeScreens[name],
  };
}

function screenOf(name: string, load: LoadScreen) {
  return screenAhead(async () => {
    const [{ default: Screen }, resource] = await Promise.all([load(), loadResource(name)]);
    return { default: () => <Screen resource={resource} /> };
  });
}

const lists = new Map<string, () => Promise<unknown>>();

/** The code of this resource's list; undefined for another name. */
export const fetchList = (name: string): Promise<unknown> | undefined => lists.get(name)?.();

const bound: ResourceProps[] = heads.map((head) => {
  const screens = Object.entries(screensOf(head) as Record<string, LoadScreen>);
  const views = screens.map(([view, load]) => {
    const { Screen, fetch } = screenOf(head.name, load);
    if (view === 'list') lists.set(head.name, fetch);
    return [view, <Screen key={view} />];
  });
  return { name: head.name, ...Object.fromEntries(views) };
});

/** The screens of a resource, in react-admin's form. */
export const definitions = Object.fromEntries(bound.map((props) => [props.name, Resource.registerResource(props)]));

/** The router reads its children as elements, hence elements and not a component. */
export const resourceRoutes = bound.map((props) => (
  <Route key={props.name} path={`${props.name}/*`} element={<Resource {...props} />} />
));
