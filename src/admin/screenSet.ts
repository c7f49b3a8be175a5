// The screens of one resource: how the code of each is fetched.
import type { ComponentType } from 'react';
import type { Resource } from '../resources/kit/defineResource.ts';

export type LoadScreen = () => Promise<{ default: ComponentType<{ resource: Resource }> }>;
export interface ScreenSet {
  list?: LoadScreen;
  show?: LoadScreen;
  create?: LoadScreen;
  edit?: LoadScreen;
}
