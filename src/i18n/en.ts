// English: react-admin's own words, the names of all declared resources and fields, and our overrides.
import english from 'ra-language-english';
import { resources } from '../resources/index.ts';
import { labelOf } from '../resources/kit/defineResource.ts';

const declared = Object.fromEntries(
  resources.map((resource) => [
    resource.name,
    {
      name: `${resource.singular} |||| ${resource.label}`,
      fields: Object.fromEntries(Object.keys(resource.fields).map((field) => [field, labelOf(resource, field)])),
    },
  ]),
);

export const en = {
  ...english,
  ra: {
    ...english.ra,
    page: { ...english.ra.page, loading: 'Loading...' },
    auth: { ...english.ra.auth, auth_check_error: 'Please sign in to continue.', logout: 'Logout' },
    notification: {
      ...english.ra.notification,
      http_error: 'Sharebook could not be reached.',
      item_doesnt_exist: 'This does not exist, or you may not see it.',
    },
  },
  resources: declared,
};
