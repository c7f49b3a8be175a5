// What the company's own answers are called, on its form and in its history.
export const companyLabels = {
  client_display_name: 'Display name',
  legal_name: 'Legal name',
  formation_date: 'Formation date',
  country: 'Country',
  state_of_formation: 'State of incorporation',
  currency: 'Currency',
  time_zone: 'Time zone',
};
