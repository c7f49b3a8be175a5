-- Views and functions have files of their own from here on (docs/decisions/0134-views-and-functions-in-files.md): which of
-- them were applied last, and what they made. `sha256` is null once a migration came after that: all are applied again.
create table schema_file (name text primary key, sha256 text, edition integer not null);
create table schema_object (name text primary key);
