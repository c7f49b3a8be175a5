// The page of a link to a scenario, for the server, which writes the link, and for the build.
export const SHARED_SCENARIO = '/shared-scenario';
