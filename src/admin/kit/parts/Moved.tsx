// Leads from a former address to the present one, with what was asked there.
import { Navigate, useLocation } from 'react-router-dom';

export function Moved({ to }: { to: string }) {
  const { search } = useLocation();
  return <Navigate to={{ pathname: to, search }} replace />;
}
