import './training.css';
import { AdminPage, type AdminPageProps } from '../../parts/admin/admin-page.tsx';

/** A page of training's administration: the frame of administration around training's own forms and lists. */
export function TrainingRoom({ children, ...page }: Omit<AdminPageProps, 'tab'>) {
  return (
    <AdminPage tab="training" {...page}>
      <div className="tm-tr room">{children}</div>
    </AdminPage>
  );
}
