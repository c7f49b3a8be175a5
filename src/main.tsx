// The entry of the console under /app.
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (!root) throw new Error('app.html lacks #root');
createRoot(root).render(<p>Loading...</p>);
