// The screens of one resource.
import type { ComponentType } from 'react';
import type { Resource } from '../resources/kit/defineResource.ts';

type Screen = ComponentType<{ resource: Resource }>;
export interface ScreenSet {
  list?: Screen;
  show?: Screen;
  create?: Screen;
  edit?: Screen;
}
