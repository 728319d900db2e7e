CREATE TABLE `patient_version` (
	`cid` text PRIMARY KEY NOT NULL,
	`rev` integer NOT NULL,
	`gone` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `patient` ADD `rev` integer;--> statement-breakpoint
CREATE INDEX `patient_rev` ON `patient` (`cid`,`rev`);--> statement-breakpoint
CREATE TRIGGER `patient_counts_insert` AFTER INSERT ON `patient` WHEN new.`rev` IS NULL BEGIN
	INSERT INTO `patient_version` (`cid`, `rev`, `gone`) SELECT new.`cid`, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM `patient_version` WHERE `cid` = new.`cid`);
	UPDATE `patient_version` SET `rev` = `rev` + 1 WHERE `cid` = new.`cid`;
	UPDATE `patient` SET `rev` = (SELECT `rev` FROM `patient_version` WHERE `cid` = new.`cid`) WHERE `cid` = new.`cid` AND `patid` = new.`patid`;
END;--> statement-breakpoint
CREATE TRIGGER `patient_counts_update` AFTER UPDATE ON `patient` WHEN new.`rev` IS old.`rev` BEGIN
	INSERT INTO `patient_version` (`cid`, `rev`, `gone`) SELECT new.`cid`, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM `patient_version` WHERE `cid` = new.`cid`);
	UPDATE `patient_version` SET `rev` = `rev` + 1 WHERE `cid` = new.`cid`;
	UPDATE `patient` SET `rev` = (SELECT `rev` FROM `patient_version` WHERE `cid` = new.`cid`) WHERE `cid` = new.`cid` AND `patid` = new.`patid`;
END;--> statement-breakpoint
CREATE TRIGGER `patient_counts_removal` AFTER DELETE ON `patient` BEGIN
	INSERT INTO `patient_version` (`cid`, `rev`, `gone`) SELECT old.`cid`, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM `patient_version` WHERE `cid` = old.`cid`);
	UPDATE `patient_version` SET `rev` = `rev` + 1, `gone` = `rev` + 1 WHERE `cid` = old.`cid`;
END;
