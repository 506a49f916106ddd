import './zod-config.ts';
import './styles.ts';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api.ts';
import { App } from './app.tsx';
import { keepRecentErrors } from './recent-errors.ts';
import { createAppRouter } from './router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

const router = createAppRouter();
const queryClient = createQueryClient();
keepRecentErrors(queryClient);

createRoot(root).render(<App router={router} queryClient={queryClient} />);
