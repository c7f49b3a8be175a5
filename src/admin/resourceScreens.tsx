// Declaration -> screens: a <Resource> for every declared resource, generic unless a screen of its own is bound in
// screens.tsx. Lists, records and forms are fetched when they are first opened, the lists ahead of it.
import type { ScreenSet } from './screenSet.ts';
import { Resource } from 'react-admin';
import type { ResourceProps } from 'react-admin';
import { Route } from 'react-router-dom';
import { lazy } from 'react';
import { resources } from '../resources/index.ts';
import type { Resource as Declaration } from '../resources/kit/defineResource.ts';
import { bespokeScreens } from './screens.tsx';

/** The code of every list. The server preloads it beside the console when the first screen is a list. */
export const listCode = () => import('./kit/list/ResourceList.tsx');

const List = lazy(() => listCode().then((module) => ({ default: module.ResourceList })));
const Show = lazy(() => import('./kit/show/ResourceShow.tsx').then((module) => ({ default: module.ResourceShow })));
const Create = lazy(() => import('./kit/form/ResourceForm.tsx').then((module) => ({ default: module.ResourceCreate })));
const Edit = lazy(() => import('./kit/form/ResourceForm.tsx').then((module) => ({ default: module.ResourceEdit })));

function screensOf(resource: Declaration): ScreenSet {
  const hasForm = resource.form.length > 0;
  return {
    list: List,
    show: Show,
    ...(hasForm && resource.createLabel && { create: Create }),
    ...(hasForm && { edit: Edit }),
    ...bespokeScreens[resource.name],
  };
}

const bound: ResourceProps[] = resources.map((resource) => {
  const screens = Object.entries(screensOf(resource));
  const views = screens.map(([view, Screen]) => [view, <Screen key={view} resource={resource} />]);
  return { name: resource.name, ...Object.fromEntries(views) };
});

/** The screens of a resource, in react-admin's form. */
export const definitions = Object.fromEntries(bound.map((props) => [props.name, Resource.registerResource(props)]));

/** The router reads its children as elements, hence elements and not a component. */
export const resourceRoutes = bound.map((props) => (
  <Route key={props.name} path={`${props.name}/*`} element={<Resource {...props} />} />
));
