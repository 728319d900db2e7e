CREATE TABLE `room_stay` (
	`cid` text NOT NULL,
	`room` text NOT NULL,
	`patid` text NOT NULL,
	`since` integer NOT NULL,
	`by` text NOT NULL,
	PRIMARY KEY(`cid`, `room`)
);
