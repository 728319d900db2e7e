CREATE TABLE `damaged_cell` (
	`cid` text NOT NULL,
	`table_name` text NOT NULL,
	`row` text NOT NULL,
	`column_name` text NOT NULL,
	`found_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `table_name`, `row`, `column_name`)
);
