import { PasteField } from '../../components/paste-field.tsx';

export interface LookupFieldProps {
  readonly text: string;
  readonly onSubmit: (text: string) => void;
  /** A dropped or chosen file. */
  readonly onFile: (file: File) => void;
  /** Why the last text was not sent. */
  readonly refusal: string | undefined;
}

/** The field of the exchange lookup: addresses, outputs, lists and names. */
export function LookupField(props: LookupFieldProps) {
  return (
    <PasteField
      {...props}
      label="Address, output as txid:vout, list, text that contains some, or the name of a service"
      placeholder="Address, txid:vout, list, text or name"
      submitLabel="Search"
      help="Up to 200 addresses or outputs at once. A name finds the organisation. Searches stay on this server."
    />
  );
}
