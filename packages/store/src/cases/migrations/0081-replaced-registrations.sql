-- An account was asked for again before its address was confirmed: nobody knows whose password it has.
ALTER TABLE account ADD COLUMN is_replaced boolean NOT NULL DEFAULT false;
